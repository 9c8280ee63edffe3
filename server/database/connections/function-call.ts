/** A statement that calls a function of the API with these arguments by name. */
export function functionCall(name: string, values: Record<string, unknown>) {
  const names = Object.keys(values).map((argument, index) => `${argument} => $${index + 1}`);
  return { text: `select public.${name}(${names.join(', ')}) as result`, values: Object.values(values).map(parameter) };
}

const parameter = (value: unknown): string | null =>
  value === null || typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? String(value)
      : JSON.stringify(value);
