// Reads a log by Go's own packages, which nobody here has written: the note, entries in it, and that it has only grown.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type given struct {
	Key, Note string
	Records   []struct {
		Entry []byte
		Index int64
		Path  []tlog.Hash
	}
	Old struct {
		Note string
		Path []tlog.Hash
	}
}

func read(signed, key string) (size int64, root tlog.Hash) {
	verifier, err := note.NewVerifier(key)
	refuse(err)
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	refuse(err)
	lines := strings.Split(opened.Text, "\n")
	size, err = strconv.ParseInt(lines[1], 10, 64)
	refuse(err)
	bytes, err := base64.StdEncoding.DecodeString(lines[2])
	refuse(err)
	copy(root[:], bytes)
	return size, root
}

func refuse(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func main() {
	var of given
	refuse(json.NewDecoder(os.Stdin).Decode(&of))
	size, root := read(of.Note, of.Key)
	for _, record := range of.Records {
		refuse(tlog.CheckRecord(record.Path, size, root, record.Index, tlog.RecordHash(record.Entry)))
	}
	oldSize, oldRoot := read(of.Old.Note, of.Key)
	refuse(tlog.CheckTree(of.Old.Path, size, root, oldSize, oldRoot))
	fmt.Println("read")
}
