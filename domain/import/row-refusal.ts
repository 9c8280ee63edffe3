// In charge of the one way in which a row is refused.

/** Thrown by the first rule that a row breaks; the message is the row's error as a person reads it. */
export class RowRefusal extends Error {}

/** Refuses a value by its field's label: 'Email is not valid: X'. */
export function refuse(label: string, what: string, value: string): never {
  throw new RowRefusal(`${label} is not ${what}: ${value}`);
}
