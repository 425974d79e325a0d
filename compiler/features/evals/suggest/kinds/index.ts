/** All kinds of suggestions; of equal gain, the earlier one wins. */
import { format } from './format.ts';
import { limits } from './limits.ts';
import { values } from './values.ts';

export const SUGGESTION_KINDS = [limits, format, values] as const;
