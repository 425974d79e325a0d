/** All kinds of suggestions; of equal gain, the earlier one wins. */
import { examples } from './examples.ts';
import { format } from './format.ts';
import { limits } from './limits.ts';
import { values } from './values.ts';

export const SUGGESTION_KINDS = [limits, format, values, examples] as const;
