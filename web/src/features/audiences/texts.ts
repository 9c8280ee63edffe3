export const texts = {
  label: 'Audience',
  rows: 'audiences',
  all: 'All Audiences',
  unassigned: 'Unassigned',
  loading: 'Loading audiences...',
  existing: 'Existing audiences',
  choose: 'Choose or type an audience',
};
