/** A template, parsed once: rules ask the same texts for variables, for secrets and for what they name. */
import { parseTemplate } from '@haft/runtime/language';
import { remembering } from '../../memo.ts';

export const templateOf = remembering(parseTemplate);
