const errorForm = /^rg: (?<path>\.\/.*?): (?:IO error for operation on .*?: )?(?<words>.+?)(?: \(os error \d+\))?$/gmu;

/** Takes what ripgrep says of files on standard error: the path as it was given, and its own words. */
export function failuresOf(errors: string): { readonly path: string; readonly reason: string }[] {
  return [...errors.matchAll(errorForm)].map(({ groups = {} }) => ({
    path: groups.path ?? '',
    reason: (groups.words ?? '').toLowerCase(),
  }));
}
