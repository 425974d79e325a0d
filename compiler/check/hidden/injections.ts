/** Instructions to the model that do not describe a tool. Data; matched in text on one line. */
// Missed: other languages, synonyms ("pay no attention to"), and an order whose parts stand in two sentences.
import { regex, source } from '../../terms.ts';

interface Injection {
  readonly pattern: RegExp;
  /** Words of tools and servers whose subject is prompts, which may mention them. */
  readonly unless?: string;
}

const PROMPTS = 'prompt assistant agent persona llm chatbot bot model';
const GUARDS = 'injection jailbreak guardrail';
const MESSAGES = 'chat message conversation mail email transcript';

const DO_NOT = source`\b(?:do not|don['’]?t|never|must not|without)\s+(?:ever\s+)?`;
const PEOPLE = source`(?:the\s+|your\s+)?(?:users?|humans?|anyone|anybody|them)\b`;
const SAY = 'mention|reveal|disclos|show|say|report|inform|notif';
const GIVE = 'include|pass|send|put|provide|append|forward';
const AGENT = 'assistant|agent|chatbot';

export const INJECTIONS: readonly Injection[] = [
  {
    pattern: regex('i')`
      \b(?:ignore|disregard|forget|override|bypass|discard)\b[^.!?]{0,40}?\b
      (?:previous|prior|earlier|preceding|above|other|system|your|all|any)\b[^.!?]{0,30}?
      \b(?:instructions?|prompts?|guidelines|directives|guardrails)\b(?!
        \s+(?:(?:that|which)\s+)?(?:are\s+|is\s+|may be\s+|it\s+)?
        (?:embedded|inside|within|contained|found|hidden|written|in|from|on|of)\s+(?:
          it|its|them|such|a|an|the\s+(?!system|prompt|conversation|chat|user)|
          this\s+(?!prompt|conversation|chat)|that\s|their|untrusted|external|in|inside|within
        )\b
      )
    `,
    unless: GUARDS,
  },
  { pattern: /\b(?:ignore|disregard|forget)\s+(?:everything|all)\s+(?:above|before|(?:you|that)\b)/i },
  { pattern: regex('i')`${DO_NOT}tell(?:ing)?\s+${PEOPLE}` },
  {
    pattern: regex('i')`
      ${DO_NOT}(?:${SAY})\w*\s+(?:the\s+)?
      (?:this|these|that|any of this|(?:users?|humans?)\s+(?:about|of|that))\b[^.!?]{0,20}?
      \b(?:users?|humans?|anyone|this|these|you|call|instructions?|tool)\b
    `,
  },
  {
    pattern: regex('i')`
      \b(?:hide|conceal|keep)\s+(?:this|these|it|that)\b[^.!?]{0,30}?\bfrom the (?:user|human)\b|
      \bwithout the user(?:['’]s)? (?:knowledge|knowing|noticing)\b
    `,
  },
  {
    pattern: regex('i')`
      <\/?\s*
      (?:important|system|secret|instructions?|admin|assistant|hidden|critical|sys|priority|rules?|override)
      \b[^<>]{0,40}>
    `,
  },
  {
    pattern: regex('i')`
      <\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\|?>|
      \[\/?(?:INST|SYSTEM|SYS)\]|<<\/?SYS>>
    `,
  },
  {
    pattern: regex('i')`
      (?:^|\n)[^\S\n]*(?:#{1,6}[^\S\n]*)?(?:system|assistant)(?:\s*(?:prompt|message|instructions?))?\s*:\s*
      (?:you|ignore|always|never)\b
    `,
  },
  {
    pattern: regex('i')`
      \b(?:
        reveal|print|include|send|pass|output|repeat|show|forward|append|attach|copy|leak|put|provide|follow|
        obey|overrides?|overwrites?|replaces?|supersedes?
      )\s+(?:me\s+)?(?:the|its|this|all|whole|entire|full|current|new)\s+(?:\w+\s+){0,2}?system prompts?\b|
      \bsystem prompts?\s*(?::|says|is now|instructs?|requires?)
    `,
    unless: PROMPTS,
  },
  { pattern: /\byour (?:system prompt|hidden instructions|developer message)\b/i },
  {
    pattern: /\b(?:before|instead of|rather than|prior to)\b[^.!?]{0,30}?\b(?:any|every|all|each)\s+other\s+tools?\b/i,
  },
  {
    pattern: regex('i')`
      \byou are now (?:in |an? )?(?:\w+ )?(?:mode|assistant|ai|agent|model)\b|
      \b(?:developer|god|jailbreak|dan) mode\b
    `,
  },
  {
    pattern: regex('i')`
      \b(?:${GIVE})\b[^.!?]{0,40}?\b(?:whole|entire|full|complete)\s+
      (?:conversation|chat history|message history|context window|dialogue)\b
    `,
    unless: MESSAGES,
  },
  {
    pattern: regex('i')`
      \b(?:read|open|cat|send|include|attach|upload|pass)\b[^.!?]{0,60}?
      (?:~\/\.ssh\/|\bid_rsa\b|\.aws\/credentials|\bmcp\.json\b|\.netrc\b)
    `,
  },
  {
    pattern: regex('i')`
      \b(?:ignore|disregard|forget|override|discard|set aside|throw out|drop|stop following)
      \b[^.!?]{0,60}\b(?:
        (?:developers?|system|operators?|hosts?|vendor|you were|you have been|you ever)\b[^.!?]{0,20}
        \b(?:told|said|asked|instructed|ordered|wrote|given|learned)|
        (?:told|instructed|asked|ordered|taught|given|gave) you
      )\b
    `,
    unless: GUARDS,
  },
  {
    pattern: regex('i')`
      \b(?:your|all|any|these|those|the) (?:(?:earlier|previous|prior|other|original|usual|normal|safety|current) )?
      (?:rules|instructions|guidelines|orders|restrictions|policies|guardrails)\b[^.!?]{0,30}
      \b(?:no longer|do not|don['’]t|not|cease to)\s+(?:apply|count|hold|bind|matter)\b
    `,
    unless: `${GUARDS} policy rule firewall`,
  },
  {
    pattern: regex('i')`
      ${DO_NOT}(?:${SAY}|admit|explain|confirm)\w*\s+(?:\w+\s+){0,3}?to\s+
      ${PEOPLE}[^.!?]{0,15}\b(?:that|this|what|how|why)\b
    `,
  },
  {
    pattern: regex('i')`
      \b(?:do not|don['’]?t|never)\s+(?:ever\s+)?(?:ask|wait|check)\b[^.!?]{0,30}?\b
      (?:permission|confirmation|approval|consent|confirm|approve)\b
    `,
  },
  {
    pattern: regex('i')`
      \b(?:(?:always|only|must)\s+)?(?:use|call|prefer|choose|pick|select|run|invoke)\s+(?:this|it)
      \b(?:\s+tool)?[^.!?]{0,20}?\b(?:
        (?:over|instead of|rather than|above)\s+(?:any|all|every)(?:\s+(?:other|of the other))?\s+
        (?:tools?|others?|search|fetch|answer|reply|thing)|
        no matter (?:what|who|how)|
        regardless of (?:what|the (?:user|request|question))|
        for everything\b|even (?:if|when) (?:it|they|nobody|no one)
      )|
      \b(?:over|above) all others\b|
      \bthis tool (?:always )?(?:
        takes precedence|
        must (?:always )?(?:be )?(?:called|used|run|come) (?:first|before)|
        overrides|supersedes|outranks
      )\b
    `,
  },
  {
    pattern: regex('i')`
      \b(?:${GIVE}|attach|copy|paste|add|hand|repeat|e-?mail|upload|post)\b[^.!?]{0,60}?\b(?:
        (?:conversation|chat|dialogue|discussion|messages?) (?:so far|up to now|until now|history|above)|
        everything (?:that )?(?:the user|they|you|he or she) (?:said|say|wrote|typed|told|ha\w+)|
        (?:all|every) (?:the )?(?:previous|prior|earlier) (?:messages?|turns?|replies)|
        what(?:ever)? the user (?:typed|wrote|said|told)|
        environment variables|
        (?:the |your |user['’]s )(?:credentials|private keys?|passwords|cookies|access tokens?)
      )\b
    `,
    unless: `${MESSAGES} support vault secret password env environment cookie`,
  },
  {
    pattern: regex('i')`
      \b(?:silently|secretly|covertly|quietly|unnoticed|invisibly|discreetly)\s+(?:also\s+)?
      (?:send|forward|copy|upload|mail|post|record|log|store|attach|append|pass|call|report|transmit|add)
    `,
  },
  {
    pattern: regex('i')`
      \b(?:
        from now on|henceforth|starting now|as of now|for the rest of (?:this|the) (?:conversation|session|chat)
      ),?\s+(?:you|always|never|ignore|act|answer|treat|call|use|every|all)\b|
      \b(?:pretend|act as if|behave as if|imagine) (?:to be|that you|you (?:are|were|have))\b|
      \b(?:if|since|because) you(?:['’]re| are) an? (?:AI|LLM|language model|${AGENT})\b
    `,
  },
  {
    pattern: regex('i')`
      \b(?:message|instructions?|attention|order) (?:to|for) (?:the |any |all |every )?
      (?:AI|LLM|language model|assistant|model|agent|chatbot)s?\b\s*:|
      \b(?:AI|LLM|assistant|model|agent)s? (?:reading|who reads?|that reads?|which reads?) this\b
    `,
    unless: PROMPTS,
  },
  {
    pattern: regex()`
      \b(?:first|then|also|always|please|and|must|now)?,?\s*\b(?:read|open|cat|load|fetch|print)\s+
      (?:the (?:file|contents? of)\s+)?(?:\`|"|')?
      (?:~\/\.|\/etc\/(?:passwd|shadow)|\/home\/\S+\/\.|\.env\b|\S*\.pem\b|\S*keychain\b|\S*wallet\.dat\b)
    `,
  },
];
