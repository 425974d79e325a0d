/** A notebook with as many sources as a test wants. */
import { NOTEBOOK, SOURCE, TITLE } from './constants.ts';

export function sourceList(count: number) {
  const sources = Array.from({ length: count }, (_, at) => ({
    index: at + 1,
    id: at === 0 ? SOURCE : `91c0f6ab-52de-4a07-b3f8-${String(at).padStart(12, '0')}`,
    title: `Reef ${at + 1}`,
    type: at % 2 === 0 ? 'pdf' : 'web_page',
    url: at % 2 === 0 ? null : `https://example.org/reef/${at + 1}`,
    status: at === 1 ? 'processing' : 'ready',
    status_id: at === 1 ? 1 : 2,
    created_at: '2026-10-03T10:00:00+00:00',
  }));
  return { notebook_id: NOTEBOOK, notebook_title: TITLE, sources, count };
}
