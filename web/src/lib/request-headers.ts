/** Headers that go out with every call in a person's name, beside what the call itself sends. */
export const sentAlong = new Headers();
