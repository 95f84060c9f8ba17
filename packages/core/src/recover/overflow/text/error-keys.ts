const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** Fields whose text is the provider's own words; names are compared in lower case without `_` and `-`. */
export const messageKeys: ReadonlySet<string> = set(
  `message msg errormessage errormsg errmsg detail details error errors description errordescription title reason
   statusmsg faultstring raw exception responsebody body cause originalmessage failure upstreamerror providererror err
   rawmessage errordetails`,
);

/** Fields that hold an error or a part of one, where they are no text. */
export const containerKeys: ReadonlySet<string> = set(
  `metadata value data innererror previouserrors baseresp fault lasterror errorinfo event choices candidates
   promptfeedback incompletedetails lasterrors responseerror response result errordata violations`,
);

/** Of these, those that may hold a body as text; in the others a text is content. */
export const textContainers: ReadonlySet<string> = set('metadata data event innererror errordata errorinfo');

/** Fields that name the kind of an error. */
export const codeKeys: ReadonlySet<string> = set(
  `code type errorcode errortype errcode status statuscode httpcode httpstatuscode name reason __type fault kind
   blockreason quotaid httpstatus`,
);

/** Fields that hold an HTTP status. */
export const statusKeys: ReadonlySet<string> = set(
  'status statuscode httpcode httpstatuscode code httpstatus rawstatuscode',
);

/** Fields that say why a model stopped. */
export const stopKeys: ReadonlySet<string> = set('stopreason finishreason donereason');

/** Fields with numbers of tokens, as some servers put them beside the message. */
export const numberKeys: Readonly<Record<string, 'requested' | 'limit'>> = {
  nprompttokens: 'requested',
  nctx: 'limit',
};

/** Makes the name by which a field is looked up. */
export function toKey(name: string): string {
  return name.startsWith('__') ? name : name.toLowerCase().replace(/[_-]/g, '');
}
