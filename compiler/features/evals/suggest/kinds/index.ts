/** All kinds of suggestions; of equal gain, the earlier one wins. */
import { examples } from './examples.ts';
import { format } from './format.ts';
import { instead } from './instead.ts';
import { limits } from './limits.ts';
import { values } from './values.ts';
import { when } from './when.ts';

export const SUGGESTION_KINDS = [instead, when, limits, format, values, examples] as const;
