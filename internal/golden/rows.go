package golden

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Row is a row that a table of a document must have.
type Row struct {
	Name string // the words in backquotes of a row's first cell, after the cell before it if there is one: L2 `spl`
	Text string // the row must contain it
	Line string // the row that -update writes if there is none
}

// Rows compares the table under a heading of a document with the wanted rows. Each name must have a row, and each row a
// wanted name; what else the rows say is the document's. A row may have several names: | `bmc`, `kind` | ... |. -update
// puts the rows that are missing after those of the names before them, and removes the others.
func Rows(t testing.TB, file, heading string, want []Row) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	from := slices.Index(lines, heading+"\n")
	if from < 0 {
		t.Fatalf("%s has no heading %q", file, heading)
	}
	for from < len(lines) && !strings.HasPrefix(lines[from], "|---") {
		from++
	}
	end := from + 1
	for end < len(lines) && strings.HasPrefix(lines[end], "|") {
		end++
	}
	if end > len(lines) {
		t.Fatalf("%s has no table under %q", file, heading)
	}
	byName := map[string]Row{}
	for _, w := range want {
		byName[w.Name] = w
	}
	var rows []string
	seen := map[string]bool{}
	for _, line := range lines[from+1 : end] {
		stale := true
		for _, name := range names(line) {
			w, wanted := byName[name]
			switch {
			case seen[name]:
				t.Errorf("%s lists %s twice", file, name)
			case !wanted && !*update:
				t.Errorf("%s lists %s, which does not exist (-update removes it)", file, name)
			case wanted && !strings.Contains(line, w.Text):
				t.Errorf("%s: the row of %s does not have %q", file, name, w.Text)
			}
			seen[name], stale = true, stale && !wanted
		}
		if !stale || !*update {
			rows = append(rows, line)
		}
	}
	at := 0 // where the next row comes
	for _, w := range want {
		if !seen[w.Name] {
			rows = slices.Insert(rows, at, w.Line+"\n")
			if !*update {
				t.Errorf("%s lacks a row (-update writes it):\n%s", file, w.Line)
			}
		}
		at = 1 + slices.IndexFunc(rows, func(line string) bool { return slices.Contains(names(line), w.Name) })
	}
	if *update {
		out := strings.Join(slices.Concat(lines[:from+1], rows, lines[end:]), "")
		if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// names returns the names of a row.
func names(row string) (list []string) {
	before := ""
	for i, cell := range strings.Split(row, "|") {
		words := strings.Split(cell, "`")
		for k := 1; k < len(words); k += 2 {
			list = append(list, strings.TrimSpace(before+" "+words[k]))
		}
		if list != nil {
			return list
		}
		if before = strings.TrimSpace(cell); i > 2 {
			break
		}
	}
	return list
}
