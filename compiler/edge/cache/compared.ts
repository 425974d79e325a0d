/** Specs that were compared before without a finding, and what they were compared with: both Plans, by the texts and everything else that a check looks at. */
import { join } from 'node:path';
import { check } from '../../check/check.ts';
import { type SourceFile, invariant } from '../../base/diagnostic.ts';
import type { CheckedSpec } from '../../check/model.ts';
import type { Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import { load } from '../../spec/yaml/load.ts';
import type { Spec } from '../../spec/yaml/spec.ts';
import { sharing } from '../../versions/same.ts';
import type { Project } from '../project/project.ts';
import type { Sources } from '../project/read-sources.ts';
import { RECORDED } from '../project/recorded.ts';
import { CONFIG_FILE, slashed } from '../project/root.ts';
import { surroundingsOf } from '../tasks/surroundings.ts';
import { readIfThere } from './state.ts';
import { keyOfAll, recall, remember } from './remembered.ts';

const NAME = 'compared.json';

interface Asked {
  readonly project: Project;
  readonly sources: Sources;
  /** YYYY-MM-DD; a suppression can expire. */
  readonly today: string;
}

/** Both sides of a comparison with the contract; the second has no finding. */
interface Compared {
  readonly released: Plan;
  readonly planned: PlannedSpecs;
}

/** Parts of the specs are made when one is asked for: a comparison without a change needs none. */
export function recallCompared(asked: Asked): Compared | undefined {
  const { project, sources, today } = asked;
  const known = isWhole(sources) ? (recall(project.root, NAME, keyOf(asked)) as Remembered | undefined) : undefined;
  if (!known) return undefined;
  const { plan } = known;
  const spec = laterOf(sources.specs, () => {
    const loaded = load(sources.specs).value;
    const { value } = check(loaded, { ...surroundingsOf(project, sources, today), sound: true });
    invariant(value, 'these texts were checked before without an error');
    return value;
  });
  const released = {
    ...known.released,
    servers: known.released.servers.map((one) =>
      unpacked(one, plan.servers, (server) => {
        const current = plan.servers.find(({ name }) => name === server.name)?.tools ?? [];
        return { ...server, tools: server.tools.map((tool) => unpacked(tool, current, itself)) };
      }),
    ),
  };
  return { released, planned: { plan, spec } };
}

/** `released` has the very objects of the Plan where both say the same. */
export function rememberCompared(asked: Asked, { released, planned: { plan } }: Compared): void {
  if (!isWhole(asked.sources)) return;
  const shared = sharing(released, plan);
  const servers = shared.servers.map((server) =>
    packed(server, plan.servers, () => {
      const current = plan.servers.find(({ name }) => name === server.name)?.tools ?? [];
      return { ...server, tools: server.tools.map((tool) => packed(tool, current, itself)) };
    }),
  );
  const value: Remembered = { plan, released: { ...shared, servers } };
  remember(asked.project.root, NAME, keyOf(asked), value);
}

/** The place of the current part that says the same, or the part itself. */
type Packed<T> = number | T;

type PackedServer = Omit<ServerPlan, 'tools'> & { readonly tools: readonly Packed<ToolPlan>[] };

interface Remembered {
  readonly plan: Plan;
  readonly released: Omit<Plan, 'servers'> & { readonly servers: readonly Packed<PackedServer>[] };
}

/** A spec of which a part is made when it is asked for. */
function laterOf(sources: readonly SourceFile[], make: () => CheckedSpec): CheckedSpec {
  let made: CheckedSpec | undefined;
  const whole = (): CheckedSpec => (made ??= make());
  const hasSuppressions = sources.some(({ text }) => text.includes('haft-ignore'));
  const spec: Spec = {
    sources,
    // Only suppressions are ever looked for in comments.
    get comments() {
      return hasSuppressions ? whole().spec.comments : [];
    },
    get documents() {
      return whole().spec.documents;
    },
    get partial() {
      return whole().spec.partial;
    },
  };
  return new Proxy({ spec } as CheckedSpec, {
    get: (known, key) => Reflect.get(key === 'spec' ? known : whole(), key),
  });
}

/** Only of specs without a finding. */
export function rememberPlan(asked: Asked, plan: Plan): void {
  if (isWhole(asked.sources)) remember(asked.project.root, NAME, keyOf(asked), plan);
}

const itself = <T>(part: T): T => part;

function packed<T, P = T>(part: T, current: readonly T[], other: (part: T) => P): Packed<P> {
  const at = current.indexOf(part);
  return at < 0 ? other(part) : at;
}

function unpacked<P, T>(part: Packed<P>, current: readonly T[], other: (part: P) => T): T {
  if (typeof part !== 'number') return other(part);
  const same = current[part];
  invariant(same, 'a remembered place is one of the Plan beside it');
  return same;
}

function isWhole({ refused, diagnostics, left = [] }: Sources): boolean {
  return refused.length + diagnostics.length + left.length === 0;
}

function* partsOf({ project: { root, specs }, sources, today }: Asked): Generator<string | Uint8Array> {
  yield* [root, slashed(root, specs), today];
  for (const { path, text } of sources.specs) yield* [path, text];
  for (const { path, bytes, executable } of sources.files) yield* [path, bytes, String(executable)];
  for (const name of [CONFIG_FILE, ...RECORDED]) yield* [name, readIfThere(join(root, name))];
}

function keyOf(asked: Asked): string {
  return keyOfAll(partsOf(asked));
}
