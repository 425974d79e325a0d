/** All rules, in the order of their ids. */
import { compareText } from '../../base/diagnostic.ts';
import type { AnyRule } from '../rule.ts';
import * as cells from './cells.ts';

export const RULES: readonly AnyRule[] = Object.values<AnyRule>(cells).sort((a, b) => compareText(a.id, b.id));
