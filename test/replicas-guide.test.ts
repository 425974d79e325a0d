/** The manifests of docs/run-replicas.md: what the schema of Kubernetes 1.30 demands of them, in our words, and that they fit each other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const GUIDE = readFileSync(join(import.meta.dirname, '../docs/run-replicas.md'), 'utf8');

/** By the file that the first line of a block names. */
const MANIFESTS = new Map(
  [...GUIDE.matchAll(/```yaml\n# (\S+)\n([^]*?)```/g)].map(([, name = '', text = '']) => [name, parse(text)] as const),
);

const text = { type: 'string', minLength: 1 };
const integer = { type: 'integer', minimum: 0 };
const flag = { type: 'boolean' };
const labels = { type: 'object', additionalProperties: text, minProperties: 1 };

/** Members that no manifest here has are left out, so that this is closed where the original is open. */
function closed(required: Record<string, object>, optional: Record<string, object> = {}): object {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

const list = (items: object): object => ({ type: 'array', items, minItems: 1 });
const manifest = (apiVersion: string, kind: string, spec: object): object =>
  closed({
    apiVersion: { const: apiVersion },
    kind: { const: kind },
    metadata: closed({ name: text }, { labels }),
    spec,
  });

const selector = closed({ matchLabels: labels });
const port = { anyOf: [text, { type: 'integer', minimum: 1, maximum: 65_535 }] };
const probe = closed({ httpGet: closed({ path: text, port }) }, { periodSeconds: integer, failureThreshold: integer });
const quantity = { type: 'string', pattern: '^\\d+(?:m|Mi|Gi)?$' };
const quantities = closed({}, { cpu: quantity, memory: quantity });

const container = closed(
  { name: text, image: text },
  {
    ports: list(closed({ containerPort: { type: 'integer' } }, { name: text })),
    env: list(closed({ name: text, value: text })),
    livenessProbe: probe,
    readinessProbe: probe,
    resources: closed({}, { requests: quantities, limits: quantities }),
    securityContext: closed(
      {},
      { allowPrivilegeEscalation: flag, readOnlyRootFilesystem: flag, capabilities: closed({ drop: list(text) }) },
    ),
    volumeMounts: list(closed({ name: text, mountPath: text }, { readOnly: flag })),
  },
);

const pod = closed(
  { containers: list(container) },
  {
    automountServiceAccountToken: flag,
    terminationGracePeriodSeconds: integer,
    securityContext: closed({}, { runAsNonRoot: flag, runAsUser: integer, seccompProfile: closed({ type: text }) }),
    volumes: list(closed({ name: text, secret: closed({ secretName: text }) })),
  },
);

const rolling = closed({}, { maxUnavailable: integer, maxSurge: integer });

const SCHEMAS: Readonly<Record<string, object>> = {
  'deployment.yaml': manifest(
    'apps/v1',
    'Deployment',
    closed(
      { selector, template: closed({ metadata: closed({ labels }), spec: pod }) },
      { replicas: integer, strategy: closed({ type: { const: 'RollingUpdate' } }, { rollingUpdate: rolling }) },
    ),
  ),
  'service.yaml': manifest(
    'v1',
    'Service',
    closed({ selector: labels, ports: list(closed({ port }, { name: text, targetPort: port })) }),
  ),
  'disruption.yaml': manifest('policy/v1', 'PodDisruptionBudget', closed({ minAvailable: integer, selector })),
};

test.each(Object.entries(SCHEMAS))('%s fits the schema', (name, schema) => {
  const validate = new Ajv2020({ strict: false }).compile(schema);
  validate(MANIFESTS.get(name));
  expect(validate.errors ?? []).toEqual([]);
});

test('the manifests are about the same pods, and leave a server the time to drain', () => {
  expect([...MANIFESTS.keys()]).toEqual(Object.keys(SCHEMAS));
  const { spec } = MANIFESTS.get('deployment.yaml');
  const { labels: own } = spec.template.metadata;
  const [{ ports, volumeMounts, readinessProbe }] = spec.template.spec.containers;
  expect(spec.selector.matchLabels).toEqual(own);
  expect(MANIFESTS.get('service.yaml').spec.selector).toEqual(own);
  expect(MANIFESTS.get('disruption.yaml').spec.selector.matchLabels).toEqual(own);
  expect(MANIFESTS.get('disruption.yaml').spec.minAvailable).toBeLessThan(spec.replicas);
  const [{ name }] = ports;
  expect([readinessProbe.httpGet.port, MANIFESTS.get('service.yaml').spec.ports[0].targetPort]).toEqual([name, name]);
  expect(spec.template.spec.volumes[0].name).toBe(volumeMounts[0].name);
  // The default drain, the default deadline, and a look of the balancer.
  const { periodSeconds, failureThreshold } = readinessProbe;
  expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(5 + 30 + periodSeconds * failureThreshold);
});
