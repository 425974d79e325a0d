/** Builds typed parts from documents: checks the shape of each and finds the server of each tool. */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Spec } from '../../../spec/yaml/spec.ts';
import type { OnStep } from '../../../base/progress.ts';
import { mapInSteps } from '../../../base/progress.ts';
import type { SpecDraft, SkillFile } from '../../model.ts';
import type { Settings } from '../../settings.ts';
import { oneByOne } from '../similar/incremental-index.ts';
import { declaredNames } from './declared-names.ts';
import { noKind } from './no-kind.ts';
import { inlineTools, toServerDocument, toServerParts } from './server-parts.ts';
import { shapes } from './shapes.ts';
import { bodyFile, skillPart } from './skill-part.ts';
import { toolDocuments } from './tool-documents.ts';

interface Assembled {
  readonly draft: SpecDraft;
  readonly diagnostics: readonly Diagnostic[];
}

/** The same documents give the same parts, so that results that are cached by part stay valid. */
export function assemble(spec: Spec, files: readonly SkillFile[], settings: Settings, onStep?: OnStep): Assembled {
  const shapeOf = shapes(settings);
  const shaped = mapInSteps(
    spec.documents,
    ['checking the shape of', 'documents'],
    onStep,
    (document) => shapeOf(document) ?? [],
  ).flat();
  const servers = shaped.filter(({ kind }) => kind === 'server').map(toServerDocument);
  const owned = toolDocuments(shaped, servers);
  const toolLists = [...servers.map(inlineTools), ...oneByOne(owned.tools)];
  const draft: SpecDraft = {
    servers: toServerParts(servers, owned.tools),
    tools: toolLists.flat(),
    toolLists,
    skills: shaped
      .filter(({ kind, findings }) => kind === 'skill' && !findings.some(({ unsound }) => unsound))
      .map((one) => skillPart({ shaped: one, body: bodyFile(one, files) })),
    files,
    names: declaredNames([...spec.documents, ...spec.partial]),
    settings,
    spec,
  };
  const diagnostics = [
    ...spec.documents.filter((document) => shapeOf(document) === undefined).map(noKind),
    ...shaped.flatMap(({ findings }) => findings.flatMap((finding) => finding.diagnostic ?? [])),
    ...owned.diagnostics,
  ];
  return { draft, diagnostics };
}
