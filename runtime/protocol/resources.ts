/** The resources of a server, whatever offers them: `resources/*` has this one owner, in both eras (ADR 64). */
import type { JsonObject } from '../language/json.ts';
import type { Redact } from '../redaction/redact.ts';
import { type Redacted, frame } from '../redaction/redacted.ts';
import { decodedOr } from '../language/percent-encode.ts';
import type { Answer, ResourceSource, ResourcesBeyond, ServeResources } from './extensions.ts';
import { RPC, cursorError, errorReply, unknownResource } from './message.ts';

/** Serves the resources of all extensions of a server. */
export function serveResources(redact: Redact): ServeResources {
  return (sources) => {
    const beyond = sources.find((source) => source.beyond)?.beyond;
    // Clients escape more or fewer characters of one and the same name.
    const decoded = sources.flatMap(({ texts: own = [] }) =>
      [...own].map(([uri, content]) => [decodedOr(uri), { uri, content }] as const),
    );
    const texts: Texts = new Map(decoded.toReversed());
    const list = (method: string, member: Redacted, own: readonly JsonObject[]): Answer => {
      return (params) => {
        const later = cursorError(params, 'items');
        return beyond?.[method]?.(params, later ? [] : own) ?? later ?? frame`"${member}":${redact.json(own)}`;
      };
    };
    const listed = sources.flatMap((source) => source.listed ?? []);
    const templates = sources.flatMap((source) => source.templates ?? []);
    const watch = watchOf(texts, beyond);
    return {
      capabilities: { resources: beyond ? {} : { listChanged: false } },
      methods: {
        'resources/list': list('resources/list', frame`resources`, listed),
        'resources/templates/list': list('resources/templates/list', frame`resourceTemplates`, templates),
        'resources/read': readOf(sources, texts, { beyond, redact }),
        'resources/subscribe': watch,
        'resources/unsubscribe': watch,
      },
    };
  };
}

type Texts = ReadonlyMap<string, { readonly uri: string; readonly content: JsonObject }>;

function readOf(
  sources: readonly ResourceSource[],
  texts: Texts,
  { beyond, redact }: { readonly beyond: ResourcesBeyond | undefined; readonly redact: Redact },
): Answer {
  return (params) => {
    const { uri } = params;
    if (typeof uri !== 'string') return errorReply(RPC.invalidParams, '"uri" must be the URI of a resource.');
    // Looked up and never opened: no URI leads to anything but these texts.
    const text = texts.get(decodedOr(uri));
    if (text) return frame`"contents":${redact.json([{ uri: text.uri, ...text.content }])}`;
    for (const { find } of sources) {
      const work = find?.(uri);
      if (work) return work;
    }
    const uris = [...texts.values()].map((one) => one.uri);
    return beyond?.['resources/read']?.(params) ?? unknownResource(uri, uris);
  };
}

/** What this server has does not change while it runs: there is never a notification to send. */
function watchOf(texts: Texts, beyond: ResourcesBeyond | undefined): Answer {
  return ({ uri }) =>
    beyond && (typeof uri !== 'string' || !texts.has(decodedOr(uri)))
      ? errorReply(RPC.unknownMethod, 'Changes of resources of the server behind this one are not passed on.')
      : frame``;
}
