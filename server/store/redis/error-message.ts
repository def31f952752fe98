/** A word of plain English with its punctuation, or the code that an error reply begins with. Client ids are longer. */
const plainWord = /^[A-Za-z]{1,14}[.,:;]?$/;
const errorNumber = /^E[A-Z]{3,14}$/;
/** An address (`127.0.0.1:6379`) is no secret, and the one thing that tells which Redis. */
const address = /^(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\]):\d{1,5}$/;

/**
 * What Redis or its client says, without values: both quote arguments (`unknown command 'x', with args beginning with:`),
 * and among those are ids of clients, which whoever knows them can vote with, and keys that hold them.
 */
export function withoutValues(message: string): string {
  const words = message.slice(0, 300).split(/\s+/);
  const kept = words.map((word) => (plainWord.test(word) || errorNumber.test(word) || address.test(word) ? word : '…'));
  return kept.filter((word, index) => word !== '…' || kept[index - 1] !== '…').join(' ');
}
