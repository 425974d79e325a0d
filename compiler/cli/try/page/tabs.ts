/** The tabs: what each asks for, and how it is drawn. A new tab is one entry. */
import type { ListedProject, Subject, TryPath, TryResponses } from '../messages.ts';
import { ask } from './ask.ts';
import { type CallTab, callTab, drawMapping } from './call.ts';
import { changeNodes } from './changes.ts';
import { evalNodes } from './evals.ts';
import { hostNodes } from './hosts.ts';
import { findingNodes } from './findings.ts';
import { lifeNodes } from './life.ts';
import { modelNodes } from './model.ts';
import type { Route } from './route.ts';

export interface ShownTab {
  /** What it shows: where that is as before, nothing is drawn again. */
  readonly data: unknown;
  readonly draw: () => readonly Node[];
  /** Once it is in the page. */
  readonly start?: () => void;
  /** Instead of drawing, where the data is as before. */
  readonly same?: () => void;
}

interface Tab {
  readonly id: string;
  readonly title: string;
  readonly kinds: readonly Route['kind'][];
  readonly load: (subject: Subject, project: ListedProject) => Promise<ShownTab>;
  /** It does not follow the specs. */
  readonly isStill?: true;
}

type SubjectPath = { [P in TryPath]: P extends `/api/${'model' | 'changes' | 'evals' | 'life'}` ? P : never }[TryPath];

const ALL = ['project', 'server', 'tool', 'skill'] as const;

export const TABS: readonly Tab[] = [
  {
    id: 'findings',
    title: 'Findings',
    kinds: ['project'],
    load: async (_subject, { findings, hidden }) => ({ data: findings, draw: () => findingNodes(findings, hidden) }),
  },
  { id: 'model', title: 'Model', kinds: ['server', 'tool', 'skill'], load: drawnBy('/api/model', modelNodes) },
  { id: 'call', title: 'Call', kinds: ['tool'], load: loadCall },
  { id: 'changes', title: 'Changes', kinds: ALL, load: drawnBy('/api/changes', changeNodes) },
  { id: 'evals', title: 'Evals', kinds: ALL, load: drawnBy('/api/evals', evalNodes) },
  { id: 'life', title: 'Life', kinds: ['project', 'server', 'tool'], load: drawnBy('/api/life', lifeNodes) },
  { id: 'hosts', title: 'Hosts', kinds: ['project', 'server'], isStill: true, load: loadHosts },
];

function drawnBy<P extends SubjectPath>(path: P, draw: (reply: TryResponses[P]) => readonly Node[]): Tab['load'] {
  return async (subject) => {
    const data = await ask<SubjectPath>(path, subject);
    return { data, draw: () => draw(data as TryResponses[P]) };
  };
}

async function loadHosts(subject: Subject, project: ListedProject): Promise<ShownTab> {
  const data = await ask('/api/hosts', {});
  return { data, draw: () => hostNodes(data, project, subject) };
}

/** The form that is in the page, for what was typed into it. */
let typed: { readonly name: string; readonly tab: CallTab } | undefined;

async function loadCall({ server = '', tool: own = '' }: Subject): Promise<ShownTab> {
  const tool = await ask('/api/tool', { tool: `${server}.${own}` });
  const { result: _result, recorded: _recorded, place: _place, ...data } = tool;
  let currentCall: CallTab | undefined;
  return {
    data,
    draw() {
      currentCall = callTab(tool, typed?.name === tool.name ? typed.tab.values() : {});
      typed = { name: tool.name, tab: currentCall };
      return currentCall.nodes;
    },
    start: () => currentCall?.start(),
    same: () => drawMapping(tool),
  };
}
