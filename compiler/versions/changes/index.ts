/** All of them, printed by `npm run fix` from the files of this folder. */
import type { AnyChangeKind } from '../change.ts';
import { SCHEMA_BOUNDS } from './schema/bounds.ts';
import { SCHEMA_DEFAULT } from './schema/default.ts';
import { SCHEMA_ENUM } from './schema/enum.ts';
import { SCHEMA_HEADER } from './schema/header.ts';
import { SCHEMA_ITEMS } from './schema/items.ts';
import { SCHEMA_OBJECT } from './schema/object.ts';
import { SCHEMA_PATTERN } from './schema/pattern.ts';
import { SCHEMA_PRESENCE } from './schema/presence.ts';
import { SCHEMA_REQUIRED } from './schema/required.ts';
import { SCHEMA_TEXT } from './schema/text.ts';
import { SCHEMA_TYPE } from './schema/type.ts';
import { SCHEMA_WHOLE } from './schema/whole.ts';
import { SERVER_AUTH } from './server/auth.ts';
import { SERVER_COERCION } from './server/coercion.ts';
import { SERVER_CONNECTION } from './server/connection.ts';
import { SERVER_DATABASE } from './server/database.ts';
import { SERVER_ENV } from './server/env.ts';
import { SERVER_EXIT_CODES } from './server/exit-codes.ts';
import { SERVER_FAILURE } from './server/failure.ts';
import { SERVER_HANDLERS } from './server/handlers.ts';
import { SERVER_LIMITS } from './server/limits.ts';
import { SERVER_LIST } from './server/list.ts';
import { SERVER_PASS } from './server/pass.ts';
import { SERVER_PRESENCE } from './server/presence.ts';
import { SERVER_SKILLS } from './server/skills.ts';
import { SERVER_TEXT } from './server/text.ts';
import { SERVER_TOOL_SET } from './server/tool-set.ts';
import { SERVER_TRANSPORT } from './server/transport.ts';
import { SERVER_UPSTREAM } from './server/upstream.ts';
import { SKILL_BODY } from './skill/body.ts';
import { SKILL_DESCRIPTION } from './skill/description.ts';
import { SKILL_EVALS } from './skill/evals.ts';
import { SKILL_FILE } from './skill/file.ts';
import { SKILL_METADATA } from './skill/metadata.ts';
import { SKILL_PRESENCE } from './skill/presence.ts';
import { SKILL_SERVED } from './skill/served.ts';
import { SKILL_TOOLS } from './skill/tools.ts';
import { TOOL_AT_LEAST_ONE } from './tool/at-least-one.ts';
import { TOOL_BEHAVIOR } from './tool/behavior.ts';
import { TOOL_COLUMNS } from './tool/columns.ts';
import { TOOL_DEPRECATION } from './tool/deprecation.ts';
import { TOOL_EFFECTS } from './tool/effects.ts';
import { TOOL_EVALS } from './tool/evals.ts';
import { TOOL_FAILURE } from './tool/failure.ts';
import { TOOL_LIMITS } from './tool/limits.ts';
import { TOOL_LISTED } from './tool/listed.ts';
import { TOOL_PARAMETER_SET } from './tool/parameter-set.ts';
import { TOOL_PRESENCE } from './tool/presence.ts';
import { TOOL_SCOPES } from './tool/scopes.ts';
import { TOOL_TEXT } from './tool/text.ts';
import { TOOL_TIMEOUT } from './tool/timeout.ts';
import { TOOL_VIEW } from './tool/view.ts';

export const CHANGES: readonly AnyChangeKind[] = [
  ...SCHEMA_BOUNDS,
  ...SCHEMA_DEFAULT,
  ...SCHEMA_ENUM,
  ...SCHEMA_HEADER,
  ...SCHEMA_ITEMS,
  ...SCHEMA_OBJECT,
  ...SCHEMA_PATTERN,
  ...SCHEMA_PRESENCE,
  ...SCHEMA_REQUIRED,
  ...SCHEMA_TEXT,
  ...SCHEMA_TYPE,
  ...SCHEMA_WHOLE,
  ...SERVER_AUTH,
  ...SERVER_COERCION,
  ...SERVER_CONNECTION,
  ...SERVER_DATABASE,
  ...SERVER_ENV,
  ...SERVER_EXIT_CODES,
  ...SERVER_FAILURE,
  ...SERVER_HANDLERS,
  ...SERVER_LIMITS,
  ...SERVER_LIST,
  ...SERVER_PASS,
  ...SERVER_PRESENCE,
  ...SERVER_SKILLS,
  ...SERVER_TEXT,
  ...SERVER_TOOL_SET,
  ...SERVER_TRANSPORT,
  ...SERVER_UPSTREAM,
  ...SKILL_BODY,
  ...SKILL_DESCRIPTION,
  ...SKILL_EVALS,
  ...SKILL_FILE,
  ...SKILL_METADATA,
  ...SKILL_PRESENCE,
  ...SKILL_SERVED,
  ...SKILL_TOOLS,
  ...TOOL_AT_LEAST_ONE,
  ...TOOL_BEHAVIOR,
  ...TOOL_COLUMNS,
  ...TOOL_DEPRECATION,
  ...TOOL_EFFECTS,
  ...TOOL_EVALS,
  ...TOOL_FAILURE,
  ...TOOL_LIMITS,
  ...TOOL_LISTED,
  ...TOOL_PARAMETER_SET,
  ...TOOL_PRESENCE,
  ...TOOL_SCOPES,
  ...TOOL_TEXT,
  ...TOOL_TIMEOUT,
  ...TOOL_VIEW,
];
