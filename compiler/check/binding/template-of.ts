/** Templates, each parsed once for all rules that read it. */
import { parseTemplate } from '@haft/runtime/language';
import { memoizeText } from '../../memo.ts';

export const templateOf = memoizeText(parseTemplate);
