/** All kinds of change, in the order of their files. */
import type { ChangeKind } from '../change.ts';
import { withOpposites } from '../kind.ts';
import * as cells from './cells.ts';

export const CHANGES: readonly ChangeKind[] = withOpposites(Object.values(cells).flat());
