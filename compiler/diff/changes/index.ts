/** Every kind of change: a new kind is one file, and one line in the list of its subject. */
import type { AnyChangeKind } from '../change.ts';
import { SERVER_CHANGES } from './server/index.ts';
import { TOOL_CHANGES } from './tool/index.ts';
import { PARAM_CHANGES } from './param/index.ts';
import { RESULT_CHANGES } from './result/index.ts';
import { SKILL_CHANGES } from './skill/index.ts';

export const CHANGES: readonly AnyChangeKind[] = [
  ...SERVER_CHANGES,
  ...TOOL_CHANGES,
  ...PARAM_CHANGES,
  ...RESULT_CHANGES,
  ...SKILL_CHANGES,
];
