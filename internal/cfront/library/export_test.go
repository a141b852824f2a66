package library

// Rows returns all rows of the table.
var Rows = rows
