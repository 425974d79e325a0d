/** A report as a project meets it after a month of work on `specs/reference-manager`: every axis and level, stale evals, dates, versions. */
import type { ChangeReport } from '../../compiler/report/changes/report.ts';
import { joinJudgments } from '../../compiler/versions/against-release.ts';
import { CHANGES, SERVER } from './report-changes.ts';

const STALE = [
  'add_to_collection',
  'create_reference',
  'get_fulltext',
  'get_reference',
  'list_attachments',
  'search_references',
];

const versions = (version: string): ChangeReport['before']['versions'] => [
  { kind: 'server', name: SERVER, version },
  { kind: 'skill', name: 'literature-review', version },
];

/** Compared on 16 November 2026. */
export const EXAMPLE: ChangeReport = {
  project: 'bibliography',
  day: '2026-11-16',
  before: { label: 'the contract', versions: versions('1.0.0') },
  after: { label: 'the specs', commit: '0123456789ab', dirty: true, versions: versions('1.1.0') },
  changes: joinJudgments(
    CHANGES.filter(({ axis }) => axis === 'policy'),
    CHANGES.filter(({ axis }) => axis !== 'policy'),
  ),
  staleEvals: [
    {
      kind: 'server',
      name: SERVER,
      shownAt: { server: SERVER },
      tools: STALE,
      cases: 31,
      hash: '9d1c0be4a7f35e62',
      casesHash: '55b0c1d2e3f4a5b6',
      because: ['export_bibliography', 'get_fulltext', 'search_references'],
      problem: 'The results of "large" of 2026-11-02 are for other descriptions.',
      state: 'The evals of server "library" are stale',
      next: 'Run the evals, and record the results: `haft eval library --tier model --record`',
    },
  ],
  texts: [
    {
      server: SERVER,
      tool: 'get_fulltext',
      path: ['parameters', 'start', 'description'],
      before: 'First character, from 0.',
      after: 'First page, from 1.',
      key: 'start',
    },
    {
      server: SERVER,
      tool: 'search_references',
      path: ['description', 'does'],
      before: 'Finds references by words.',
      after: 'Finds references by the words in them.',
      key: 'does',
      decision: {
        server: SERVER,
        tool: 'search_references',
        path: ['description', 'does'],
        before: '0f1e2d3c4b5a6978',
        after: '8796a5b4c3d2e1f0',
        decision: 'same meaning',
        reason: 'Says where the words are.',
        date: '2026-11-15',
      },
    },
  ],
  versions: [
    { kind: 'server', name: SERVER, released: '1.0.0', written: '1.1.0', suggested: '2.0.0', enough: false },
    { kind: 'skill', name: 'literature-review', released: '1.0.0', written: '1.1.0', suggested: '1.1.0', enough: true },
  ],
  deprecated: [
    {
      server: SERVER,
      tool: 'list_attachments',
      use: 'list_attachments_v2',
      removeAfter: '2026-12-27',
      daysLeft: 41,
      reason: 'The successor also lists snapshots and says which file is indexed.',
    },
    {
      server: SERVER,
      tool: 'save_item',
      use: 'create_reference',
      removeAfter: '2026-11-10',
      daysLeft: -6,
      reason: 'Its arguments were those of one vendor.',
    },
  ],
};

/** Nothing differs, nothing waits. */
export const NOTHING: ChangeReport = {
  ...EXAMPLE,
  changes: [],
  staleEvals: [],
  texts: [],
  versions: [],
  deprecated: [],
};
