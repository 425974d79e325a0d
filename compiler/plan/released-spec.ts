/** A planned tool → the keys of a spec that would plan to it again: how a released form comes back. */
import type { Behavior, CommandBehavior, CommandStep, ErrorTable, HttpBehavior, HttpStep } from '@haft/runtime';
import { titleOf } from './names.ts';
import type { ToolPlan } from './model.ts';

/** In the order in which authors write them. `handler` is the file of the handlers, where the tool has one. */
export function releasedSpec(tool: ToolPlan, handler: string | undefined): Record<string, unknown> {
  const { name, title, authored, inputSchema, returns, annotations, timeout_ms, on_timeout, behavior, replaces } = tool;
  const { properties, required, $defs } = inputSchema;
  return {
    name,
    ...(title !== titleOf(name) && { title }),
    description: authored.when === '' ? authored.does : authored,
    ...(Object.keys(properties).length > 0 && { parameters: properties }),
    ...($defs && { definitions: $defs }),
    ...(required.length > 0 && { required }),
    ...(returns.properties && { returns }),
    ...effects(annotations),
    ...(timeout_ms !== undefined && { timeout_ms }),
    ...(on_timeout && { on_timeout }),
    ...behaviorKeys(behavior, handler),
    ...(replaces !== undefined && { replaces }),
  };
}

function effects({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
}: ToolPlan['annotations']): Record<string, unknown> {
  const kind = readOnlyHint ? 'read' : destructiveHint ? 'destroy' : 'write';
  return {
    effects: kind,
    ...(idempotentHint !== readOnlyHint && { idempotent: idempotentHint }),
    ...(!openWorldHint && { open_world: false }),
  };
}

function behaviorKeys(behavior: Behavior, handler: string | undefined): Record<string, unknown> {
  switch (behavior.kind) {
    case 'http':
      return { http: httpKeys(behavior) };
    case 'command':
      return { command: commandKeys(behavior) };
    case 'handler':
      return { handler };
  }
}

function httpKeys({ kind: _kind, before, ...rest }: HttpBehavior): object {
  return { ...(before && { before: before.map(httpStepKeys) }), ...httpStepKeys(rest) };
}

function httpStepKeys({ connection, method, path, errors, ...rest }: HttpStep): object {
  return { connection, request: `${method} ${path}`, ...rest, ...(errors && { errors: writtenTable(errors) }) };
}

function commandKeys({ kind: _kind, before, ...rest }: CommandBehavior): object {
  return { ...(before && { before: before.map(commandStepKeys) }), ...commandStepKeys(rest) };
}

function commandStepKeys({ exit_codes, ...rest }: CommandStep): object {
  return { ...rest, ...(exit_codes && { exit_codes: writtenTable(exit_codes) }) };
}

/** One case stands for itself, as authors write it. */
function writtenTable(table: ErrorTable): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).map(([code, cases]) => [code, cases.length === 1 ? cases[0] : cases]),
  );
}
