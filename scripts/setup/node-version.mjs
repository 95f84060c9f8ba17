/** The oldest Node that the packages and their tests run on; `engines` in every package.json says the same. */
const oldest = { major: 20, minor: 19 };

/**
 * Throws when this Node is too old, naming the version that is needed.
 *
 * @param {string} version such as `20.19.0`
 */
export function checkNodeVersion(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  const needed = `${oldest.major}.${oldest.minor}`;
  throw new Error(`Spillway needs Node ${needed} or newer, this is Node ${version}. Node 20, 22 and 24 are tested.`);
}
