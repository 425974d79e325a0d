export declare const PRINTERS: readonly string[];
export declare function recorded<T>(
  root: string,
  run: () => T | Promise<T>,
): Promise<{ readonly value: T; readonly paths: readonly string[] }>;
