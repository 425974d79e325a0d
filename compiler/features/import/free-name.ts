/** The first name that is not taken yet. */

/** `name`, `name_2`, `name_3`, …; `numbered` writes the further ones. */
export function freeName(
  name: string,
  isTaken: (name: string) => boolean,
  numbered: (count: number) => string = (count) => `${name}_${count}`,
): string {
  let free = name;
  for (let count = 2; isTaken(free); count += 1) free = numbered(count);
  return free;
}
