/** Does a piece of work as somebody whom permissions bind: root is not asked for any. */
export async function asOtherUser<T>(work: () => Promise<T>): Promise<T> {
  const nobody = 65_534;
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
