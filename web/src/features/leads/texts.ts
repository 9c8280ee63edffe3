/** The texts of the lists of leads that the specification does not fix. */
export const texts = {
  rejectedMenu: 'Actions for rejected leads',
  exportRejected: 'Export rejected leads',
  noRejected: 'No rejected leads found',
  exporting: 'Exporting leads',
};
