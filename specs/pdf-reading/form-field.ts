/** How a field of a form is told in the text of a page: marked, with its name and what was filled in. */
import { cleanLine } from './clean.ts';

export interface FilledField {
  /** What readers are told, or the name inside the file. */
  readonly name: unknown;
  readonly value: string;
}

/** `[Form field "Full name": Ann]`. */
export function tellField({ name, value }: FilledField): string {
  return `[Form field "${cleanLine(name, 200) ?? ''}": ${value}]`;
}

/** A word that was typed to be kept from others stays where it is. */
export const PASSWORD = 'a password, not shown';

/** How a box is told that is on or off. */
export function tellBox(checked: boolean): string {
  return checked ? 'checked' : 'not checked';
}
