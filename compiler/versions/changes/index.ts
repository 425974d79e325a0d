/** All kinds of change, in the order of their files. */
import type { AnyChangeKind } from '../change.ts';
import * as cells from './cells.ts';

export const CHANGES: readonly AnyChangeKind[] = Object.values(cells).flat();
