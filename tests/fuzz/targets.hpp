#pragma once
/// Fuzz targets: each gives one input to what reads such input. What it may do is to take it or to
/// throw Error with a code other than `internal`; everything else ends the process.

#include <array>
#include <string_view>

namespace montecopter::fuzz {

void scenario(std::string_view input);        ///< the text of a scenario in scenarios/examples
void override(std::string_view input);        ///< of --set, one per line
void formula(std::string_view input);         ///< of a metric
void csv(std::string_view input);             ///< the kind of file, then what is in it
void profile(std::string_view input);         ///< the tolerances of `diff`
void import_file(std::string_view input);     ///< the kind, then a file of another program
void flight_log(std::string_view input);      ///< what is chosen, then the log of a real flight
void servo_packets(std::string_view input);   ///< datagrams of a firmware, one after another
void mavlink_bytes(std::string_view input);   ///< a size of pieces, then what PX4 sends
void program_answer(std::string_view input);  ///< the packet asked, then what a program answers
void result(std::string_view input);          ///< what the process with HDF5 answers, then the file

}  // namespace montecopter::fuzz
