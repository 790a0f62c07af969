/** The states of an identity check, as everybody reads them: in the words of the database and the wire. */
export const stateNames = { none: 'None', submitted: 'Submitted', approved: 'Approved', rejected: 'Rejected' }
