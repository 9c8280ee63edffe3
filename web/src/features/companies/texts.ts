export const texts = {
  noun: { one: 'company', many: 'companies' },
  searchFields: ['name', 'industry', 'location'],
  columns: { website: 'Website', industry: 'Industry', location: 'Location', size: 'Size' },
  website: (name: string, address: string) => `Website of ${name}: ${address}`,
  noSize: 'Size unknown',
};
