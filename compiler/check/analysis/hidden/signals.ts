/** What orders to a model against its user are made of, as phrases in plain English. Data. */
import { INTERFERENCE } from './interference.ts';
import { type PhraseIndex, type WordClasses, indexPhrases, phrasesOf, prefilterOf } from './phrases.ts';
import { wordSet } from '../../../base/word-lists.ts';

const CLASSES: WordClasses = {
  ignore: 'ignore disregard forget override overrule bypass discard dismiss neglect abandon ignoring disregarding',
  rules: `
    instruction instructions prompt prompts guideline guidelines directive directives guardrail guardrails rules policies
    restrictions constraints orders training programming
  `,
  prior: `
    previous prior earlier preceding above before other your all any former original initial current developer operator
    provider safety security user user's users'
  `,
  not: "not never don't dont cannot can't mustn't shouldn't needn't won't nor avoid without",
  tell: 'tell telling mention mentioning reveal revealing disclose disclosing confess admit admitting',
  inform:
    'inform informing notify notifying alert alerting show showing report reporting explain explaining warn warning',
  user: 'user users human humans operator',
  modal: 'must should shall may can will need needs ought',
  know: 'know knowing see learn notice find realize realise aware suspect discover told informed notified',
  send: `
    send upload post forward copy append include pass put encode exfiltrate leak email e-mail mail transmit attach paste insert
    embed submit steal gather harvest collect write deliver relay return output reply respond share dump repeat print reveal
  `,
  ship: 'send upload post forward copy append include pass encode email mail transmit attach submit',
  fetch: 'read open cat load fetch print include attach access extract collect copy send upload grab pass find',
  hidden: 'silently secretly covertly quietly invisibly discreetly stealthily surreptitiously unnoticed',
  talk: 'conversation chat dialogue dialog discussion messages message',
  credentials: 'password passwords credential credentials token tokens secrets cookies keys key',
  model: `
    assistant assistants ai ais llm llms agent agents model models chatbot claude chatgpt gpt gemini copilot cursor
  `,
};

/** One is a reason to look; two together are an order. */
type Strong = 'override' | 'authority' | 'secrecy' | 'takeover' | 'theft' | 'rivalry' | 'tampering' | 'spoofing';
/** Ordinary alone, and telling next to another. */
type Weak = 'address' | 'sink' | 'approval' | 'first' | 'hush' | 'pressure';
export type SignalKind = Strong | Weak;

interface Signal {
  readonly kind: SignalKind;
  /** Only where it is an order: at the start of a clause, or behind "must", "then", "to" and the like. */
  readonly imperative?: true;
  /** It starts with the negation that makes it one. */
  readonly negative?: true;
  /** Stems of words in the name or the summary of what may speak of it. */
  readonly unless?: string;
  readonly phrases: string;
}

const GUARDS = 'injection jailbreak guardrail';
const PROMPTS = 'prompt persona llm bot chatbot template';
const TALKS = 'chat message conversation mail email transcript';
const VAULTS = 'vault secret password credential cookie env environment wallet keychain ssh';

const SIGNALS: readonly Signal[] = [
  {
    kind: 'override',
    unless: `${GUARDS} policy rule firewall`,
    phrases: `
      @ignore ~4 @prior ~3 @rules
      ignore|disregard|forget ~3 system ~2 @rules
      @ignore ~3 @rules ~2 above|before|earlier|previously|you|your|user|operator|provider
      @ignore ~1 everything|all|anything|whatever|what ~4 told|said|asked|instructed|before|above|given|learned|wrote|says
      set aside ~3 @rules|everything|what
      throw out ~3 @rules
      no attention to ~4 @rules
      stop|cease|quit|longer following|obeying|follow|obey ~3 @rules ~3 above|before|earlier|user|you|any|more|longer
      stop|cease|quit|longer following|obeying|follow|obey ~3 user's|system|your|previous|prior|earlier ~2 @rules|request|wishes|task
      your|previous|prior|earlier|original|safety ~2 @rules ~6 no|not|never|don't ~1 longer|apply|applies|count|matter|hold|bind
      previous|prior|earlier|safety|original|any|your ~2 @rules ~8 void|suspended|lifted|obsolete|revoked|superseded
      any instruction|instructions ~8 void|obsolete
      forget|drop|abandon ~2 task|request|question ~2 user|user's
    `,
  },
  {
    kind: 'override',
    negative: true,
    phrases: `
      don't|not|never follow|obey ~3 @rules ~3 above|before|earlier|user|any|more|longer
      don't|not|never follow|obey ~3 user's|previous|prior|earlier ~2 @rules|request|wishes|task
    `,
  },
  {
    kind: 'authority',
    unless: `${GUARDS} policy rule firewall`,
    phrases: `
      override|supersede|overrule ~3 earlier|previous|prior|user's|your ~1 @rules
      overrides|supersedes|overrules ~3 earlier|previous|prior|system|user's|your ~1 @rules
      precedence|priority over ~2 anything|everything|user|user's|system ~3 @rules|user|says|said|request|requests|else
      obey ~3 above everything else
      more important than ~3 user|user's|users
      your real|actual|true|secret goal|goals|task|purpose|objective|mission|instructions
      real|actual|true|secret instructions are|is
      even if ~2 system|your|@rules ~4 forbid|forbids|disallow|disallows|prohibit|prohibits
      as if ~3 user|developer|operator ~3 written|wrote|said|instructed
      coming|came|comes from ~1 developer|operator|anthropic|openai
      instead of ~2 what|task|request ~2 user|user's ~2 asked|wanted|requested
      follow|obey only ~3 this|these
      take orders from
    `,
  },
  {
    kind: 'secrecy',
    negative: true,
    phrases: `
      @not ~1 tell|telling ~1 @user
      @not ~2 @tell ~5 to ~1 @user
      @not ~2 mention ~6 @user
      @not ~2 @inform ~2 @user|user's ~5 about|that|of|this|what|how|why|anything
      @not ~2 @inform|say ~2 this|that|it ~3 to ~1 @user
      without ~1 telling|informing|notifying|alerting ~1 @user
      without ~3 mentioning|revealing|disclosing|showing ~4 @user
      without ~1 @user knowledge|knowing|noticing|awareness|realizing
      without ~1 user's knowledge|awareness
      user|users|human|person|customer ~6 @modal not|never ~1 @know
      user|users|human|person|customer ~2 mustn't|shouldn't ~2 @know
      user|users|human|person|customer cannot|can't see this|these
      never|don't|not let ~1 @user @know
    `,
  },
  {
    kind: 'secrecy',
    imperative: true,
    phrases: `
      hide|conceal|withhold|obscure ~4 from ~2 @user|whoever|everyone|customer
      keep ~2 hidden|secret|quiet|concealed from ~2 @user|whoever|everyone|customer
      tell ~1 @user nothing
      secretly|covertly|stealthily|surreptitiously @send|add|call|run|record|log|store|include|execute
      silently|quietly|invisibly|discreetly @ship|call|run|record|log|store|fetch|add
      @ship|route ~5 silently|secretly|covertly|unnoticed
      lie|deceive|mislead ~2 user|users|human
      lie and
    `,
  },
  {
    kind: 'secrecy',
    phrases: `
      stay|stays|remain between us
    `,
  },
  {
    kind: 'takeover',
    unless: PROMPTS,
    phrases: `
      you are now|dan ~4 mode|dan|unrestricted|jailbroken|free|uncensored|unfiltered|assistant|ai|agent|model|root
      you are|be ~3 unrestricted|jailbroken|uncensored
      act|behave|respond ~1 as ~2 unrestricted|dan|jailbroken|uncensored
      free of|from ~1 all|any restrictions|rules|limits|limitations
      jailbreak|dan|god|unrestricted mode
      safety|ethical|content ~1 rules|checks|guidelines|filters|restrictions|policies ~3 suspended|disabled|off|lifted|removed
      skip|ignore|bypass|disable ~1 your ~1 safety|ethical
      pretend|imagine ~0 to|that|you ~2 be|are|have ~3 unrestricted|no
    `,
  },
  {
    kind: 'takeover',
    phrases: `
      from now on you|always|never|every
      henceforth you
      for the rest of this|the conversation|session|chat you|always|never
    `,
  },
  {
    kind: 'theft',
    imperative: true,
    unless: TALKS,
    phrases: `
      @send ~5 whole|entire|full|complete|all ~1 conversation|chat|dialogue|dialog|messages
      @send ~5 @talk history|log|logs
      @send ~6 everything|whatever|what ~2 user|they|you ~2 said|say|wrote|typed|told|asked
      @send ~4 last|latest|previous message|messages ~2 user|users
      @send ~6 history of @talk
      call|use|invoke|run ~3 with ~2 whole|full|entire|complete|all ~3 @talk|history
    `,
  },
  {
    kind: 'theft',
    imperative: true,
    unless: PROMPTS,
    phrases: `
      @ship|print|reveal|output|repeat|leak|show|dump ~5 system|hidden prompt|prompts|instructions
    `,
  },
  {
    kind: 'theft',
    imperative: true,
    unless: VAULTS,
    phrases: `
      @fetch ~8 <keys>|id_rsa|netrc|keychain
      @ship ~4 every|user's|found ~2 @credentials
      reply|respond|answer with ~2 user's|every ~2 @credentials
      collect|gather|harvest|steal ~1 all|every|user's ~1 @credentials
      @send ~8 environment variables ~12 <address>|request|parameter|argument|field|query
      @send ~5 contents|content ~2 environment variables
      @send ~5 contents|content ~2 clipboard
      exfiltrate|steal|harvest|leak ~6 @credentials|data|files|clipboard|history
      @send ~4 location history
    `,
  },
  {
    kind: 'rivalry',
    phrases: `
      before|instead|than|over ~2 any|every|all|each ~1 other tool|tools
      this tool ~2 precedence|overrides|supersedes|outranks
      this tool replaces|replace ~2 other
      prefer|use|call|choose|pick|run|invoke|select this|it ~3 over|above|instead|than ~1 any|all|every ~2 tool|tools|others|other|search|search|fetch|answer
      use|call|choose|run this|it ~3 no matter|regardless ~3 what|who|user|request|question
      never|not|forbidden|refuse|stop ~3 other tool|tools ~3 server|servers|again|any|of
      other tools ~3 disabled|forbidden|unavailable|broken|unsafe|deprecated
      use of any other ~2 tool is forbidden
      recommend ~3 our|this product ~2 before|over ~1 all|any
    `,
  },
  {
    kind: 'hush',
    negative: true,
    phrases: `
      @not ~1 mention|reveal|disclose|report|say|comment|acknowledge|admit|explain|notify ~2 this|that|it|these|them|why|any|on|user|users
    `,
  },
  {
    kind: 'hush',
    phrases: `
      omit ~4 report|summary|answer|response
      quietly|silently
    `,
  },
  {
    kind: 'approval',
    negative: true,
    phrases: `
      @not ~2 ask|wait|asking|waiting|request|requesting ~3 permission|confirmation|approval|consent|confirm|asking|user
      skip|bypass ~2 approval|confirmation|confirmations|permission|permissions|checks
      without ~1 asking|confirmation|approval|permission
      whatever ~1 user asks|says|wants
      no matter what ~1 user
      even if ~2 user
    `,
  },
  {
    kind: 'first',
    phrases: `
      before using|calling|invoking|running ~1 this|any|other|it
      before ~1 respond|responding|answer|answering|reply|replying|anything
      must|always|first ~1 call|run|read|execute|invoke
      after each|every answer|reply|response|message
    `,
  },
  {
    kind: 'address',
    phrases: `
      @model must|should|shall|has
      hey|dear|attention ~1 @model
      note|message|instruction|instructions to|for ~1 @model
      as an ai|llm|agent
      for|to ~1 assistant
    `,
  },
  {
    kind: 'sink',
    phrases: `
      @send|fetch|open|add|sent|make|change|recommend ~12 <address>
      pass ~6 as|parameter|argument|field
      @send|put ~8 parameter|argument|field|query|webhook
      curl|wget|nc ~4 <address>
    `,
  },
];

const ALL = [...SIGNALS, ...INTERFERENCE].flatMap((signal: Signal) =>
  phrasesOf(signal.phrases, CLASSES).map((one) => [one, signal] as const),
);

export const signalsAt: PhraseIndex<Signal> = indexPhrases(ALL);

export const STRONG: ReadonlySet<unknown> = wordSet(
  'override authority secrecy takeover theft rivalry tampering spoofing',
);

/** Ordinary in a skill, which leads from tool to tool. */
export const OF_TOOLS: ReadonlySet<unknown> = wordSet('rivalry tampering');

/** In so many texts that looking for them would sort out none. */
const COMMON = wordSet(`
  a all always an and any are as automatically be before call chat content contents every everything find for from history if in it's include instructions is it
  know key keys least message messages must not of optional on only open other pass read rules run say see send set show
  should system task than that the them this to token tokens tool tools use user users what when whenever which will with without you your no never cannot
`);

/** A text without any of these words has no strong signal, and none that becomes one next to another. */
export const mayHaveSignals = prefilterOf(
  ALL.filter(([, { kind }]) => STRONG.has(kind) || kind === 'pressure').map(([phrase]) => phrase),
  COMMON,
);
