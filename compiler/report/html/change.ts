/** One change as a part of the page that folds. */
import { cut } from '../../base/text/escape.ts';
import { verdictOf, whereIs } from '../changes/group.ts';
import type { PlacedChange } from '../changes/report.ts';
import { evalsOf, nextOf, placeName, sentenceOf, whyOf, witnessOf } from '../changes/sentence.ts';
import { shownOf } from '../changes/shown.ts';
import { NOTHING, markup } from './markup.ts';
import type { Markup } from './markup.ts';
import { tableHtml } from './table.ts';
import { wordsHtml } from './words.ts';

/** Who the axis is about. */
export const AXES = { wire: 'callers', model: 'models', policy: 'versioning rules' } as const;

/** Safe changes are folded. */
export function changeHtml(change: PlacedChange): Markup {
  const { axis, fingerprint, kind, level, violations = [] } = change;
  const rules = violations.map(
    (one) => markup`<p class="says">${cut(sentenceOf(one), 1000)} <code>${cut(one.kind, 120)}</code></p>`,
  );
  const verdict = verdictOf(change);
  const open = verdict === 'safe' ? NOTHING : markup` open`;
  const place = whereIs(change, (file) => file);
  const where = place === undefined ? NOTHING : markup`<span class="place">${cut(place, 300)}</span> `;
  return markup`<details class="change" data-axis="${axis}" data-verdict="${verdict}" data-level="${level}" id="c-${fingerprint}"${open}>
    <summary>${badge(verdict)}<h4><bdi>${cut(placeName(change), 200)}</bdi></h4><span class="axis">${AXES[axis]}</span></summary>
    <div class="body"><p class="says">${cut(sentenceOf(change), 1000)}</p>${sides(change)}${proofHtml(change)}${scoresHtml(change)}${rules}
      <p class="next"><strong>Next</strong> ${cut(nextOf(change), 1000)}</p>
      <p class="why"><strong>Why</strong> ${cut(whyOf(change), 1000)}</p>
      <p class="source">${where}<code>${cut(kind, 120)}</code></p></div>
  </details>\n`;
}

function proofHtml(change: PlacedChange): Markup {
  const proof = witnessOf(change);
  return proof === undefined
    ? NOTHING
    : markup`
      <p class="proof"><strong>Proof</strong> <code>${cut(proof, 400)}</code></p>`;
}

function scoresHtml(change: PlacedChange): Markup {
  const scores = evalsOf(change);
  return scores === undefined
    ? NOTHING
    : markup`
      <p class="proof"><strong>Evals</strong> ${cut(scores, 400)}</p>`;
}

/** The verdict in words, in the color of its gravity. */
export function badge(verdict: string, count?: number): Markup {
  const text = count === undefined ? verdict : `${count} ${verdict}`;
  return markup`<span class="badge ${verdict.replaceAll(' ', '-')}">${text}</span>`;
}

function sides(change: PlacedChange): Markup {
  const shown = shownOf(change);
  if (shown.as === 'nothing') return NOTHING;
  if (shown.as === 'words') return wordsHtml(shown);
  return tableHtml(shown.rows, shown.hidden, cut(placeName(change), 200));
}
