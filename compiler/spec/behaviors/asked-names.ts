/** Parameters of `ask:`: a behavior always has them, as the user is asked where the model leaves them out. */

export type AskedParameters = readonly (string | Readonly<Record<string, string>>)[];

/** The names of the parameters that are asked for. */
export function askedNames(ask: AskedParameters = []): string[] {
  return ask.flatMap((one) => (typeof one === 'string' ? one : Object.keys(one)));
}
