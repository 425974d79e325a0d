/** Templates, each parsed once for all rules that read it. */
import { parseTemplate } from '@haft/runtime/language';
import { memoizeText } from '../../../base/memo.ts';

export const templateOf = memoizeText(parseTemplate);
