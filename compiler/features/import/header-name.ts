/** Whether a request can have a header of this name. */
import { HEADER_NAME } from '../../spec/shape/names.ts';

const VALID = new RegExp(HEADER_NAME[0]);

export function isHeaderName(name: string): boolean {
  return VALID.test(name);
}
