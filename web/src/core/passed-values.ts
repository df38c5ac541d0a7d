// Files that a command line passes as data values.

export const VALUES_FILE = "--data-values-file";

/** Each with the index of the argument that contains its path. */
export function passedValues(args: readonly string[]): { path: string; at: number }[] {
  return args.flatMap((arg, at) => {
    if (arg.startsWith(`${VALUES_FILE}=`)) return [{ path: arg.slice(VALUES_FILE.length + 1), at }];
    return args[at - 1] === VALUES_FILE ? [{ path: arg, at }] : [];
  });
}
