/** A template, parsed once: rules ask the same texts for variables, for secrets and for what they name. */
import { parseTemplate } from '@haft/runtime/language';
import { memoizeText } from '../../memo.ts';

export const templateOf = memoizeText(parseTemplate);
