/** What a text says that makes a model treat another tool, or the request of its user, as the text wants. Data. */

const CHANGE = 'modify|override|replace|substitute|alter|rewrite|change|adjust|redirect|inject|append|prepend|enhance';
const CALL =
  'call|use|run|execute|invoke|trigger|fetch|read|write|delete|send|retrieve|request|search|perform|stage|show';
const USING = 'using|use|calling|call|invoking|running|executing|run';
const PARTS =
  'argument|arguments|parameter|parameters|query|queries|url|prompt|recipient|request|input|value|region|content|message';

export const INTERFERENCE = [
  {
    kind: 'authority',
    phrases: `
      priority|precedence ~2 higher|above|over ~2 user|user's|users
      system-wide|system|company|security|mandatory|organization|repository policy|rule|directive|mandate|override|protocol ~12 must|always|automatically|every|all
      system|system-wide ~2 override|directive|mandate
    `,
  },
  {
    kind: 'override',
    phrases: `
      ignore|disregard ~1 any|their|the|user's ~3 specified|input|choice|given|user's ~3 user|users|and|by
    `,
  },
  {
    kind: 'tampering',
    phrases: `
      must|should|always|automatically|silently ~2 ${CHANGE} ~8 ${PARTS}
      must|always|automatically|silently ~2 ${CHANGE} ~4 to|with|from
      when|whenever|for|if ~1 ${USING} ~6 override|substitute|replace|redirect ~6 with|to
      when|whenever|for|if|any|all|every ~1 ${USING} ~10 must|always ~1 set|change|add|append|include|remove|inject
      regardless|irrespective of ~3 user's|user|originally|intended|actual ~4 request|requests|requested|query|input|position|choice|value|asks|says|wants|output
      no matter what|which ~2 user|users ~1 request|requests|asks|says|wants
    `,
  },
  {
    kind: 'first',
    phrases: `
      before|prior ~14 ${CALL}
      must|should|always|first ~1 ${CALL}
      after ~2 using|calling|running|executing|this ~8 ${CALL}
      when|whenever|for ~1 using|calling|any|every|all ~8 set|add|${CHANGE}
    `,
  },
  {
    kind: 'pressure',
    phrases: `
      failure|failing to ~4 will|may|could|results|causes
      skipping|omitting|bypassing|ignoring|neglecting ~2 will|may|could|causes|results|corrupts|risks
      otherwise ~6 fail|fails|crash|corrupt|corrupted|blocked|lost|error|work
      mandatory|critical|crucial|essential|compulsory|internal|security ~3 step|check|procedure|policy|requirement|measure|audit|protocol|process
      is|are|as|it's mandatory|critical|crucial|essential|compulsory|required to|for
      to ensure|prevent|maintain|enforce|comply|protect|verify|validate|audit|check|establish|secure ~6 security|compliance|integrity|unauthorized|stability|privacy|policy|consistency|permissions|threats|audit|suspicious|sensitive
      for ~2 security|compliance|audit|auditing|privacy|calibration|diagnostics
      this|which|it ~1 ensures|prevents|guarantees ~8 security|compliance|integrity|unauthorized|stability|privacy|secure
      not optional
    `,
  },
] as const;
