/** The templates of a request, with their places. */
import type { HttpBehavior } from '@haft/runtime';
import type { StepParts, TemplateUse } from './behavior.ts';
import type { HttpStepSpec } from './http-shape.ts';
import { serviceResponse } from './output-shape.ts';
import { bodyTemplates, entries, NO_PARTS, one, whole } from './steps.ts';

type Own = Pick<HttpBehavior, 'save_to' | 'paging' | 'poll' | 'redirect'>;

export function partsOf(step: HttpStepSpec & Own): StepParts {
  const { connection, request, headers, json, text, form, translate, fails_when: tests = [] } = step;
  return {
    ...NO_PARTS,
    templates: [
      ...one(['request'], request, { inPath: true }),
      ...queryTemplates(step),
      ...entries(['headers'], headers),
      ...(json === undefined ? [] : bodyTemplates(['json'], json)),
      ...whole(['text'], text),
      ...(form === undefined
        ? []
        : Object.entries(form).flatMap(([name, value]) => bodyTemplates(['form', name], value))),
      ...multipartTemplates(step),
      ...ownTemplates(step),
    ],
    connections: [{ path: ['connection'], name: connection }],
    translate,
    typed: json,
    output: serviceResponse(step),
    tests,
  };
}

function queryTemplates({ query = {} }: HttpStepSpec): TemplateUse[] {
  return Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' ? one(['query', name], value) : one(['query', name, 'value'], value.value),
  );
}

function multipartTemplates({ multipart = {} }: HttpStepSpec): TemplateUse[] {
  return Object.entries(multipart).flatMap(([name, field]) => {
    const base = ['multipart', name];
    if (typeof field === 'string') return one(base, field);
    return [
      ...one([...base, 'base64'], field.base64),
      ...one([...base, 'text'], field.text),
      ...one([...base, 'folder'], field.folder, { inPath: true }),
      ...one([...base, 'path'], field.path),
      ...one([...base, 'name'], field.name),
    ];
  });
}

function ownTemplates({ save_to, paging, poll }: Own): TemplateUse[] {
  return [
    ...one(['save_to', 'folder'], save_to?.folder, { inPath: true }),
    ...one(['save_to', 'path'], save_to?.path, { inPath: true }),
    ...one(['paging', 'limit'], paging?.limit),
    ...one(['paging', 'resume'], paging?.resume),
    ...one(['poll', 'path'], poll?.path, { inPath: true, inResponse: true }),
  ];
}
