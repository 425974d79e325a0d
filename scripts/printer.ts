/** What every printer gives: texts by path, relative to the root of the repository. */
export type Printer = (root: string) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
