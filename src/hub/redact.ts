/** Anything that has the form of an access token of the hub. */
const tokenForm = /\bhf_[A-Za-z0-9_]{8,}/g;

/** `text` without the token: for whatever came back from a server and may be shown. */
export function redact(text: string, token: string | null): string {
  const known = token ? text.replaceAll(token, '[token]') : text;
  return known.replace(tokenForm, '[token]');
}

/** An address as it may be shown: signed ones carry their permission in the query. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'an address that cannot be read';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
