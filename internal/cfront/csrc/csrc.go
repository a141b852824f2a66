package csrc

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Config has the options for reading a file. All fields except Model may be zero.
type Config struct {
	Model       ir.DataModel
	IncludeDirs []string          // -I, searched before the embedded headers
	Includes    []string          // -include: files read before the program, as by #include "..."
	Defines     []string          // -D: NAME or NAME=VALUE
	Undefs      []string          // -U: NAME
	Sources     map[string][]byte // files in memory, by name; they take precedence over files on disk
	After       []Text            // texts after the file

	QuoteDirs  []string // -iquote, searched before IncludeDirs for "f.h" alone
	SystemDirs []string // -isystem, searched after IncludeDirs
	HostDirs   []string // folders of this machine, for headers that are not embedded
	AfterDirs  []string // -idirafter, searched last
	EmbedDirs  []string // --embed-dir, for #embed
	MacroFiles []string // -imacros: read like Includes, but before them; only macros are allowed in them
	Predefined []Macro  // predefined macros that replace the usual ones of the same names

	UnsignedChar bool // -funsigned-char
	ShortEnums   bool // -fshort-enums
	ShortWchar   bool // -fshort-wchar
	ZeroInit     bool // -ftrivial-auto-var-init=zero
	NoMathErrno  bool // -fno-math-errno
	TaggedParts  bool // -fms-extensions: "struct tag;" in a structure is a member without a name
	Pack         int  // -fpack-struct=N: the initial value of #pragma pack; 0: none
	PackAll      bool // -fpack-struct: structures are packed
	Trigraphs    bool // ??= and the other trigraphs are replaced
	Standard     int  // the version of the language as in __STDC_VERSION__, C90 for the first version; 0: C17
	Strict       bool // -std=c17 instead of -std=gnu17: words that are not keywords in the standard are names
}

// Macro is an object-like macro. If the value is "", the macro is not defined.
type Macro struct{ Name, Value string }

// Text is a piece of C with a name for positions. Consecutive pieces make one text: a function may begin in one and end
// in another. If Made is set, this program generated the text; otherwise the text is from the user, and checked like a
// file.
type Text struct {
	Name, Text string
	Made       bool
}

// before returns the folders that are searched before the embedded headers.
func (c *Config) before() []string { return slices.Concat(c.IncludeDirs, c.SystemDirs) }

// without returns dirs without the folders that are also in elsewhere. As in gcc, a system folder keeps its position in
// the search if -I names it too (pkg-config does this for GTK); otherwise its headers would mix with the embedded ones.
func without(elsewhere, dirs []string) []string {
	return slices.DeleteFunc(slices.Clone(dirs), func(d string) bool {
		return slices.ContainsFunc(elsewhere, func(e string) bool { return filepath.Clean(d) == filepath.Clean(e) })
	})
}

// afterEmbedded returns the folders that are searched after the embedded headers.
func (c *Config) afterEmbedded() []string { return slices.Concat(c.HostDirs, c.AfterDirs) }

// Unit is one preprocessed, parsed and typed translation unit.
type Unit struct {
	AST   *cc.AST
	Model ir.DataModel
	File  string    // as given to Parse
	Files []ir.File // the user's files in order of first use; embedded headers are left out
	Host  []string  // the names of the Files that come from HostDirs

	ShortEnums, PackAll, ShortWchar, ZeroInit, NoMathErrno bool // as configured
	Pack                                                   int  // Config.Pack

	Packs []Pack // the #pragma packs, see PackIndex

	Cleanups map[*cc.Declarator]string // the function that gets a variable at the end of its scope (attribute cleanup)
	AsmNames map[string]string         // the asm names of declarations with linkage, by name in C
	Weak     map[string]bool           // the names in #pragma weak
	AsmGoto  bool                      // the unit has asm goto
	Vectors  bool                      // the attribute vector_size is used
	Standard int                       // the version of the language, see Config
	Int128   ir.Pos                    // the first __int128 under ILP32, where gcc has no such type
	Optimize bool                      // the macro __OPTIMIZE__ is defined at the end

	files       *files
	taggedParts bool // Config.TaggedParts
}

// Parse reads, preprocesses, parses and types one file. The error is a *Error or an ErrorList; its texts have positions
// where there is one. Parse never panics and never runs another program.
func Parse(cfg Config, file string) (*Unit, error) {
	cfg.IncludeDirs, cfg.SystemDirs = without(cfg.HostDirs, cfg.IncludeDirs), without(cfg.HostDirs, cfg.SystemDirs)
	fsys := newFiles(cfg)
	ast, err := read(cfg, fsys, file)
	var u *Unit
	types := 0 // number of typedefs of enumerations that are known before the parse
	for tries := 0; ; tries++ {
		if err == nil {
			u = &Unit{AST: ast, taggedParts: cfg.TaggedParts, Model: cfg.Model, File: file, Files: fsys.shownFiles(),
				Host: fsys.host(), Weak: fsys.weak, ShortEnums: cfg.ShortEnums, PackAll: cfg.PackAll, ShortWchar: cfg.ShortWchar,
				ZeroInit: cfg.ZeroInit, NoMathErrno: cfg.NoMathErrno, Pack: cfg.Pack, Packs: fsys.packs, Vectors: fsys.vectors,
				Standard: cfg.standard(), files: fsys}
			err = check(u)
		}
		if err == nil || tries == 3+maxMixed {
			break
		}
		enums := fsys.enums.again(err, types)
		subs, params, lengths := fsys.subs || fsys.vectors && indexed(err), fsys.params || sizedArray(err), fsys.lengths ||
			negativeLength(err)
		if subs == fsys.subs && params == fsys.params && lengths == fsys.lengths && !enums {
			break
		}
		names := fsys.enums
		fsys = newFiles(cfg)
		fsys.subs, fsys.params, fsys.lengths, fsys.enums = subs, params, lengths, names
		types = len(names.types)
		ast, err = read(cfg, fsys, file)
	}
	if err != nil {
		return nil, err
	}
	u.Optimize = ast.Macros["__OPTIMIZE__"] != nil
	ast.Macros = nil // saves a tenth of the memory
	return u, nil
}

// read prepares and translates a file.
func read(cfg Config, fsys *files, file string) (*cc.AST, error) {
	src, err := fsys.main(file)
	if err != nil {
		return nil, err
	}
	return translate(cfg, fsys, file, src.out)
}

// indexed reports whether err is cc's error about a subscript of an expression that cc does not recognise as a vector.
func indexed(err error) bool {
	return strings.Contains(err.Error(), "one of the expressions shall be a pointer")
}

// sizedArray reports whether err is an error about an array type that may be the type of a parameter, and so a pointer.
func sizedArray(err error) bool {
	return strings.Contains(err.Error(), "sizeof incomplete type: array") ||
		strings.Contains(err.Error(), arrayParamType[:40])
}

// negativeLength reports whether err is cc's error about the length of an array.
func negativeLength(err error) bool { return strings.Contains(err.Error(), "invalid array size") }

// Pos returns the position of a node in the user's file.
func (u *Unit) Pos(n cc.Node) ir.Pos {
	return u.files.pos(n.Position())
}

// digest returns the SHA-256 hash in hexadecimal.
func digest(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
