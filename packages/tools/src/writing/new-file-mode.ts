/** The mode of a file that is made, less what the umask of the process takes away. */
export const newFileMode = 0o666;
